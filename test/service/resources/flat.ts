import { type View, valueCollection } from "../representations/artifacts.ts";
import type { Artifact } from "../state/model.ts";
import { lastChangeset } from "../state/state.ts";
import { isObject } from "../wire/json.ts";

/** An artifact as one flat object: name of field → value, labels of lists as a list or joined by semicolons. */
export function flatArtifact(view: View, artifact: Artifact, isJoined: boolean): Record<string, unknown> {
  const { fields } = view.state.trackerOf(artifact);
  const flat: Record<string, unknown> = {};
  for (const entry of valueCollection(view, artifact, lastChangeset(artifact))) {
    const name = fields.find((field) => field.id === entry.field_id)?.name ?? "";
    const values = entry.values ?? entry.bind_value_objects;
    if (Array.isArray(values)) {
      const labels = values.filter(isObject).map((value) => String(value.label ?? value.display_name ?? ""));
      flat[name] = isJoined ? labels.join(";") : labels;
    } else if (!isObject(entry.value) && !Array.isArray(entry.value) && entry.value !== undefined) {
      flat[name] = entry.value;
    }
  }
  return flat;
}
