"""A reading and a review as `review --json` prints them."""

from collections.abc import Mapping

from skillpack.check.alarm import alarm_level
from skillpack.model.review import Review
from skillpack.registry.abilities import recorded_abilities
from skillpack.registry.additions import recorded_addition
from skillpack.report.terminal.review_reading import ReviewReading


def recorded_reading(reading: ReviewReading) -> Mapping[str, object]:
    """Return what there was to read; what is new is all there is where no older version was read."""
    changes = reading.changes
    return {
        "name": reading.name,
        "version": reading.label,
        "digest": reading.digest,
        "since": reading.since or None,
        "since_version": reading.since_label,
        "covered_by": [recorded_review(each) for each in reading.basis],
        "already": [recorded_review(each) for each in reading.already],
        "new_alarms": [
            {
                "level": str(alarm_level(each)),
                "rule": each.rule,
                "message": each.message,
                "path": each.path,
                "line": each.span.line,
            }
            for each in reading.alarms
        ],
        "added_permissions": list(changes.added_permissions) if changes is not None else [],
        "added_abilities": [
            recorded_addition(each)
            for each in (changes.added_abilities if changes is not None else reading.abilities.found)
        ],
        "abilities": recorded_abilities(reading.abilities),
        "files": [
            {
                "path": each.path,
                "change": each.kind,
                "size": each.size,
                "runs": each.runs,
                "remark": each.remark,
                "lines": list(each.lines),
            }
            for each in reading.files
        ],
    }


def recorded_review(review: Review) -> Mapping[str, object]:
    """Return a review by the keys of its file, with every key."""
    return {
        "digest": review.digest,
        "version": review.version,
        "since": review.since,
        "by": review.by,
        "kind": str(review.kind),
        "date": review.day,
        "verdict": str(review.verdict),
        "note": review.note,
        "origin": review.origin,
        "signer": review.signer,
    }
