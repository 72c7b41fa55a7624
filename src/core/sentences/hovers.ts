import type { HoverInfo } from "../language/hover.ts";

export const requiredWord = "required";
export const requiredTooltip = "Required";
export const wasEmpty = "It was empty.";

export function wasBefore(value: string): string {
  return `It was: ${value}`;
}

export function moreValues(count: number): string {
  return `… ${count} more`;
}

export function fieldPermissions(permissions: HoverInfo["field"]["permissions"]): string | undefined {
  if (!permissions) {
    return undefined;
  }
  const { isSubmittable, isUpdatable } = permissions;
  if (isUpdatable) {
    return isSubmittable ? "You may give and change it." : "You may change it, not give it to a new artifact.";
  }
  return isSubmittable ? "You may give it to a new artifact, not change it." : "You may not change it.";
}
