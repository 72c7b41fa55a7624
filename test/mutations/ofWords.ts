import { type Mutation, mutation } from "./mutation.ts";

const ofHostileContent = "faults/hostile.test.ts";
const ofWaysOut = "lint/waysOut.test.ts";

/** Of what the words of a service, and addresses of a page, may not do. */
export const ofWords: readonly Mutation[] = [
  mutation(
    "a link in the words of a service is none",
    "src/core/util/plainWords.ts",
    '.replaceAll("](", "] (")',
    "",
    ofHostileContent,
  ),
  mutation(
    "an icon in the words of a service is none",
    "src/core/util/plainWords.ts",
    '.replaceAll("$(", "$ (")',
    "",
    ofHostileContent,
  ),
  mutation(
    "no box passes by what makes words plain",
    "src/editor/fields/askMembers.ts",
    "return await askInput({",
    "return await vscode.window.showInputBox({",
    ofWaysOut,
  ),
  mutation(
    "no file that shells read by themselves is offered to be saved",
    "src/core/model/uri.ts",
    'safeFileName(name.replace(/^[.\\s]+/, ""))',
    "safeFileName(name)",
    ofHostileContent,
  ),
  mutation(
    "a reference that is given to others has the form of one",
    "src/core/references/reference.ts",
    ' #(\\d{1,15})$/u.exec(told ?? "")',
    ' #(\\d{1,15})/u.exec(told ?? "")',
    "core/references/reference.test.ts",
  ),
  mutation(
    "a checkout address holds nothing that a shell acts on",
    "src/core/svn/repositoryAddress.ts",
    "url.href.replace(activeInShells,",
    "url.href.replace(/ /g,",
    "core/svn/repositoryAddress.test.ts",
  ),
  mutation(
    "an address with a detour is in no folder",
    "src/core/util/isWithin.ts",
    "return isPlain && isOfSame",
    "return isOfSame",
    "core/util/isWithin.test.ts",
  ),
];
