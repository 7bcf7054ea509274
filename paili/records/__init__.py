"""Records of games: the format `.ddz`, readers of foreign formats, and the commands `convert` and `review` on them.

formats    the registry of formats, with detection by content
sources    shared by the readers: JSON values of a stream, errors with their line
convert    the command `paili convert`

The other modules read one format each. Everything but the commands is standard library only.
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
