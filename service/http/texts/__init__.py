"""Texts of answers in English and Chinese: reasons, problems, numbers."""
