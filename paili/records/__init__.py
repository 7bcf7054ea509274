"""The command `paili convert`, pickled deals, and the names of `service.records` for programs.

convert       the command: games from one format to another
plain_pickle  pickled deals of DouZero
"""

from service.records.body import body_of_record, only_record, record_of_body
from service.records.ddz import (
    Annotation,
    Place,
    Record,
    RecordError,
    annotation_text,
    parse_annotation,
    read_records,
    record_text,
    write_records,
)

__all__ = [
    "Annotation",
    "Place",
    "Record",
    "RecordError",
    "annotation_text",
    "body_of_record",
    "only_record",
    "parse_annotation",
    "read_records",
    "record_of_body",
    "record_text",
    "write_records",
]
