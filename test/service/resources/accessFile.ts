import type { Project } from "../state/model.ts";
import type { State } from "../state/state.ts";

const rule = /^@([A-Za-z0-9_.-]+)\s*=\s*(r|rw)?\s*$/;

/**
 * The access file as it is stored: trimmed, and rules for groups that are wrong, unknown, empty or written in another
 * case turned into comments. Groups are those of the project and those the file defines itself. Line ends are kept.
 */
export function rewriteAccessFile(state: State, project: Project, text: string): string {
  const lines = text.trim().split("\n");
  const known = new Set([...projectGroups(state, project), ...definedGroups(lines)]);
  let isInGroups = false;
  const rewritten = lines.map((line) => {
    const section = /^\s*\[([^\]]*)\]/.exec(line);
    if (section) {
      isInGroups = section[1]?.trim().toLowerCase() === "groups";
      return line;
    }
    if (isInGroups || !line.startsWith("@")) {
      return line;
    }
    const group = rule.exec(line.trim())?.[1];
    return group !== undefined && known.has(group) ? line : `# ${line}`;
  });
  return rewritten.join("\n");
}

/** `members`, and the project's own groups that have somebody in them. */
function projectGroups(state: State, project: Project): readonly string[] {
  const own = [...state.groups.values()].filter(
    (group) => group.projectId === project.id && group.memberIds.length > 0 && !group.id.includes("_"),
  );
  return [...(project.memberIds.length > 0 ? ["members"] : []), ...own.map((group) => group.shortName)];
}

function definedGroups(lines: readonly string[]): readonly string[] {
  const names: string[] = [];
  let isInGroups = false;
  for (const line of lines) {
    const section = /^\s*\[([^\]]*)\]/.exec(line);
    if (section) {
      isInGroups = section[1]?.trim().toLowerCase() === "groups";
    } else if (isInGroups) {
      const name = /^\s*([^=#\s][^=]*?)\s*=\s*\S/.exec(line)?.[1];
      names.push(...(name === undefined ? [] : [name]));
    }
  }
  return names;
}
