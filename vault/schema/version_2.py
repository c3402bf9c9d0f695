"""Schema version 2: working memory (tasks, steps, findings) and what extraction is to try again.

Never edited after a release. What these tables quote is known to `vault.deletion` through `vault.cutting`.
"""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = (
    """CREATE TABLE tasks (
        id TEXT PRIMARY KEY, goal TEXT NOT NULL, state TEXT NOT NULL, scope TEXT NOT NULL,
        conversation_id TEXT NOT NULL DEFAULT '', outcome TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL
        DEFAULT '', created_us INTEGER NOT NULL, updated_us INTEGER NOT NULL) STRICT""",
    "CREATE INDEX tasks_by_state ON tasks (state)",
    "CREATE INDEX tasks_by_conversation ON tasks (conversation_id) WHERE conversation_id <> ''",
    """CREATE TABLE task_steps (
        id TEXT PRIMARY KEY, task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
        ordinal INTEGER NOT NULL, title TEXT NOT NULL, tool TEXT NOT NULL, state TEXT NOT NULL,
        observation TEXT NOT NULL DEFAULT '', updated_us INTEGER NOT NULL, UNIQUE (task_id, ordinal))
        STRICT""",
    """CREATE TABLE task_findings (
        id TEXT PRIMARY KEY, task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
        step_id TEXT NOT NULL, text TEXT NOT NULL, verdict TEXT NOT NULL, reason TEXT NOT NULL,
        memory_id TEXT NOT NULL DEFAULT '', found_us INTEGER NOT NULL) STRICT""",
    "CREATE INDEX task_findings_by_task ON task_findings (task_id)",
    # One row for each message that a model is still to be asked about; `output` is what it said that could
    # not be used.
    """CREATE TABLE extraction_jobs (
        turn_id TEXT PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE, conversation_id TEXT NOT NULL,
        scope TEXT NOT NULL, endpoint TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL,
        reason TEXT NOT NULL, output TEXT NOT NULL, created_us INTEGER NOT NULL, updated_us INTEGER NOT NULL) STRICT""",
)
