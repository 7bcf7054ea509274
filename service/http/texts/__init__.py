"""Texts of answers in English and Chinese. Messages of errors stand where the error is raised.

reasons        codes of reasons (`why`, `reasons`, notes) with their sentences
plain_reasons  reasons in words that a beginner knows
number_texts   explanations of the numbers in answers
problem_texts  title and advice of each error code
"""
