import { calls, pagePatterns, type UsageKind, usageActions } from '@packhouse/contract'

const pages: ReadonlySet<string> = new Set(pagePatterns)

/** Every name there is, by kind: whatever else is sent is dropped, so that no address and no id gets into the store. */
const known: Record<UsageKind, ReadonlySet<string>> = {
  page_view: pages,
  page_time: pages,
  action: new Set(usageActions),
  api_call: new Set(Object.values(calls).map(apiCallName)),
}

/** What a call of the API is counted as: its method and the pattern of its path. */
export function apiCallName({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}

export function isKnownName(kind: UsageKind, name: string): boolean {
  return known[kind].has(name)
}
