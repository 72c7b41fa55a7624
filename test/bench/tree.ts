import { compare, type Figure } from "./figure.ts";
import { benchInHost } from "./host.ts";
import { startService } from "./service.ts";
import type { TreeTimes } from "./treeInHost.ts";

const target = "at most 1.10";

/** The tree over 2,000 projects and a tracker of 100,000 artifacts, in a real extension host. */
export async function measureTree(): Promise<readonly Figure[]> {
  const { stop, ...service } = await startService("--artifacts", "100000", "--projects", "2000");
  try {
    const measure = await benchInHost<TreeTimes>();
    const times = await measure({ ARTIFACT_DESK_SERVICE: JSON.stringify(service) });
    const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
    return [
      compare("Expand a connection of 2,000 projects, over bare undici", times.projects, times.bareProjects, target),
      compare("of that, reading and understanding the page", times.readProjects, times.bareProjects, ""),
      compare("Expand a tracker of 100,000 artifacts, over bare undici", times.artifacts, times.bareArtifacts, target),
      compare("of that, reading and understanding the page", times.readArtifacts, times.bareArtifacts, ""),
      {
        name: `Memory of ${times.rows} rows, heap and resident`,
        value: `${megabytes(times.heapBytes)}, ${megabytes(times.residentBytes)}`,
      },
      { name: "Longest turn of the host while paging", value: `${times.longestTurnMs.toFixed(1)} ms` },
    ];
  } finally {
    stop();
  }
}
