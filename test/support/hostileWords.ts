/** A command that would be seen: it leaves the window with nothing but the editor. */
export const hostileCommand = "command:workbench.action.toggleZenMode";

/** One line with all the attacks that fit into a name; `origin` is a server that waits to be asked. */
export function hostileWords(origin: string): string {
  return [
    "\u0007\u202e",
    `[go](${hostileCommand})`,
    `[file](file:///etc/passwd)`,
    `![p](${origin}/p.png)`,
    `<img src="${origin}/i.png" onerror="top.hostileRan=1">`,
    "$(trash)",
    "\u202egpj.exe",
    "\n; touch hostile-ran",
  ].join(" ");
}
