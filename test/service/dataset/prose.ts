/** A small generator with a fixed seed: the same number for the same seed, for ever. */
export function makeRandom(seed: number): (below: number) => number {
  let word = (seed * 2654435761) >>> 0;
  return (below) => {
    word = (word + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(word ^ (word >>> 15), word | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = ReturnType<typeof makeRandom>;

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[random(items.length)] as T;
}

const subjects = [
  "Export to CSV",
  "The login page",
  "Search in comments",
  "The attachment preview",
  "Printing a report",
  "Drag and drop on the board",
  "The mail notification",
  "Saving a draft",
  "The date picker",
  "Import from the old system",
  "The keyboard shortcut for «next»",
  "Undo",
  "The status filter",
  "Copying a link",
  "The dark theme",
  "Scrolling a long list",
];
const symptoms = [
  "drops the last row",
  "shows an empty window",
  "takes more than a minute",
  "forgets the selection",
  "crashes",
  "ignores the time zone",
  "mixes up umlauts (ä/ö/ü)",
  "asks for the password again",
  "doubles every entry",
  "uses the wrong language",
  "cuts off the text after 80 characters",
  "cannot be cancelled",
];
const conditions = [
  "when the filter is empty",
  "on Windows",
  "after an hour without activity",
  "with more than 1,000 entries",
  "if two people edit at once",
  "in a narrow window",
  "since 4.2",
  "behind a proxy",
  "for read-only users",
  'when the name contains "quotes" & <brackets>',
  "",
  "",
];

export function bugTitle(random: Random): string {
  return `${pick(random, subjects)} ${pick(random, symptoms)} ${pick(random, conditions)}`.trim();
}

const wishes = [
  "see who changed a value last",
  "open an artifact by its number",
  "compare two versions side by side",
  "save without leaving the keyboard",
  "find everything assigned to me",
  "attach several files at once",
  "hide what I may not change",
  "read long texts in a larger window",
  "copy a link that others can open",
  "get along without a network for a while",
];

export function storyTitle(random: Random): string {
  return `${pick(random, wishes)}${random(3) === 0 ? ` (part ${random(4) + 1})` : ""}`;
}

const verbs = ["Write", "Review", "Remove", "Measure", "Document", "Try", "Translate", "Split"];
const things = [
  "the parser tests",
  "the release notes",
  "the old settings page",
  "start-up time",
  "the error texts",
  "the build",
];

export function taskTitle(random: Random): string {
  return `${pick(random, verbs)} ${pick(random, things)}`;
}

const dishes = [
  "Käsespätzle",
  "Crème brûlée",
  "Rösti",
  "Gözleme",
  "Smørrebrød",
  "Fondue 🫕",
  "Zwiebelkuchen",
  "Pão de queijo",
];

export function recipeTitle(random: Random): string {
  return `${pick(random, dishes)} ${pick(random, ["für Gäste", "ohne Milch", "mit Kräutern", "vom Blech", "wie früher"])}`;
}

const sentences = [
  "It worked in the version before.",
  "Nobody else seems to see it.",
  "The log says nothing at all.",
  "A restart helps until the next day.",
  "Two customers have called about this already.",
  "I could not find a setting for it.",
  "The window has to be closed by force.",
  "See art #501 for something similar.",
  "It happens with the data from bug #502, too.",
  "Maybe the cache is to blame.",
];

export function sentence(random: Random): string {
  return pick(random, sentences);
}

export function plainText(random: Random, lineEnd: string): string {
  const lines = Array.from({ length: 2 + random(4) }, () => sentence(random));
  return lines.join(lineEnd);
}

export function markdownText(random: Random): string {
  return [
    `## ${pick(random, ["What happens", "Observed", "Steps"])}`,
    "",
    `1. Open the **${pick(random, ["report", "board", "list"])}**.`,
    `2. Press \`${pick(random, ["Ctrl+S", "F5", "Enter"])}\`.`,
    "",
    sentence(random),
    sentence(random),
    "",
    "- expected: *nothing special*",
    `- seen: ${sentence(random)}`,
    "",
    "```",
    'if (a < b && b > c) { return "x"; }',
    "```",
  ].join("\n");
}

export function htmlText(random: Random): string {
  return `<p>${sentence(random)}</p>\r\n<ul>\r\n<li>first &amp; <strong>foremost</strong></li>\r\n<li>${sentence(random)}</li>\r\n</ul>`;
}

export const comments = [
  "I can confirm this.",
  "Looking into it.",
  "Could you attach the log, please?",
  "Fixed on the main branch, please try again.",
  "Still there in the nightly build.",
  "Moved to the next release after talking to the customer.\r\nThey are fine with that.",
];
