/** Finds a link of the README to a paper in media/help, or from one of these to another or to the README. */
const paperLink = /\]\((?:media\/help\/)?(?:\.\.\/\.\.\/README\.md|[\w-]+\.md)(#[\w-]+)?\)/g;
const helpLink = /\]\(media\/help\/([\w-]+)\.md/g;

/**
 * Makes the README of the package. VS Code shows it alone: it can neither show pictures that lie in an extension nor
 * open other files of it. So the pictures are left out, the papers of media/help that the README links to stand before
 * the license, and links lead to their headings. A reader there needs no clone, so what is about one is left out too.
 *
 * @param paper gives the text of a file in media/help. What it throws is thrown.
 */
export function packagedReadme(readme: string, paper: (name: string) => string): string {
  const forUsers = readme
    .split("\n\n")
    .filter((paragraph) => !paragraph.startsWith("!["))
    .join("\n\n")
    .replace(/^## (Try it|Developing)\n[\s\S]*?(?=^## )/gm, "");
  const names = new Set([...forUsers.matchAll(helpLink)].map(([, name = ""]) => name));
  const papers = [...names].map((name) => paper(`${name}.md`).replace(/^#/gm, "##"));
  return forUsers
    .replace(/^## License$/m, (license) => [...papers, license].join("\n"))
    .replace(
      paperLink,
      (link, heading?: string) => `](${heading ?? `#${link.slice(2, -1).replace(/^.*\/|\.md$/g, "")}`})`,
    );
}
