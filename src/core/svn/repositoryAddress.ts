import type { PartialRepository } from "../model/svnRepository.ts";

/**
 * Gives the page of a repository in the browser, on the service at `origin`: its content where its names are known,
 * else its settings. It is undefined where the service did not tell the project.
 */
export function repositoryPage(
  origin: string,
  { id, name, projectShortname, projectId }: PartialRepository,
): string | undefined {
  if (name && projectShortname) {
    return `${origin}/plugins/svn/?roottype=svn&root=${encodeURIComponent(`${projectShortname}/${name}`)}`;
  }
  return projectId === undefined
    ? undefined
    : `${origin}/plugins/svn/?group_id=${projectId}&action=settings&repo_id=${id}`;
}

/**
 * Makes the address that a service tells for a checkout safe for a command of a shell; undefined where it is no address
 * of a repository.
 */
export function checkoutAddress(told: string): string | undefined {
  const url = URL.parse(told);
  const isAddress = url !== null && /^(https?|svn|svn\+ssh):$/.test(url.protocol) && url.host !== "";
  return isAddress && ![url.host, url.username].some((part) => looksLikeOption.test(part))
    ? url.href.replace(activeInShells, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    : undefined;
}

/** A host or user like this would be an option, or a command to run, for the `ssh` of Subversion (CVE-2017-9800). */
const looksLikeOption = /^(?:-|%2d)/i;
const activeInShells = /[\s"'`$;|&<>(){}\\^!*]/g;

/** Gives the number in `90`, `#90`, or an address of a repository with `repo_id=90` or `/svn/90` in it. */
export function repositoryIdIn(text: string): number | undefined {
  const digits = /^\s*#?(\d{1,15})\s*$|[?&]repo_id=(\d{1,15})\b|\/svn\/(\d{1,15})\b/.exec(text)?.slice(1).find(Boolean);
  return digits !== undefined && Number(digits) > 0 ? Number(digits) : undefined;
}
