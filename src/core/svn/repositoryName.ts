/**
 * What is wrong with the name of a repository; undefined when it will do. The service trims it first, and so does this.
 */
export type NameProblem = "empty" | "tooShort" | "tooLong" | "start" | "characters";

const shortest = 3;
const longest = 255;

/**
 * The rule of the service (test/service/README.md, SVN repositories): 3 to 255 of letters, digits and `-_.`, a letter
 * first.
 */
export function nameProblem(name: string): NameProblem | undefined {
  const trimmed = name.trim();
  if (trimmed === "") {
    return "empty";
  }
  if (!/^[a-zA-Z]/.test(trimmed)) {
    return "start";
  }
  if (!/^[A-Za-z0-9\-_.]+$/.test(trimmed)) {
    return "characters";
  }
  if (trimmed.length < shortest) {
    return "tooShort";
  }
  return trimmed.length > longest ? "tooLong" : undefined;
}
