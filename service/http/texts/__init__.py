"""Texts for people beside the answers, in English and Chinese: reasons, problems, numbers."""
