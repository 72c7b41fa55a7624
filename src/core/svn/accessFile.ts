import { maxMarks } from "../codec/problem.ts";
import { hasConflictMarks } from "../merge/mergeText.ts";
import type { Span } from "../util/span.ts";

/** Something wrong with an access file in an editor of its own. */
export interface AccessFileProblem extends Span {
  readonly code: "conflictMarks" | "ruleBecomesComment" | "outsideSection";
  readonly severity: "error" | "warning";
}

/** The service accepts this as a rule for a group; any other line that begins with `@` it turns into a comment. */
const groupRule = /^@[A-Za-z0-9_.-]+\s*=\s*(?:rw?)?$/;

/** Checks an access file line by line. Only the service knows whether the groups in it exist. */
export function checkAccessFile(text: string): readonly AccessFileProblem[] {
  const problems: AccessFileProblem[] = [];
  let section: string | undefined;
  let offset = 0;
  const areMarksLeft = hasConflictMarks(text);
  for (const line of text.split("\n")) {
    const content = line.trimEnd();
    const report = (code: AccessFileProblem["code"], severity: AccessFileProblem["severity"]) =>
      problems.push({ code, severity, offset, length: content.length });
    const header = /^\s*\[([^\]]*)\]/.exec(content);
    if (header) {
      section = header[1]?.trim().toLowerCase();
    } else if (areMarksLeft && /^(<<<<<<< mine|>>>>>>> theirs)$/.test(content)) {
      report("conflictMarks", "error");
    } else if (content.startsWith("@") && section !== "groups" && !groupRule.test(content)) {
      report("ruleBecomesComment", "warning");
    } else if (section === undefined && /^[^#\s].*=/.test(content)) {
      report("outsideSection", "warning");
    }
    if (problems.length === maxMarks) {
      break;
    }
    offset += line.length + 1;
  }
  return problems;
}
