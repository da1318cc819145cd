import type { OpcuaNode, TagMapEntry } from '@packhouse/contract'
import { fromDraft, suggestEntry, toDraft } from '../studio/entry-draft.ts'

/** The entries of a tag map with those for nodes behind them; a node that it has already is not added again. */
export function entriesFor(nodes: readonly OpcuaNode[], known: readonly TagMapEntry[]): TagMapEntry[] {
  const drafts = known.map(toDraft)
  const taken = new Set(known.map(({ address }) => address))
  for (const { name, nodeId, value } of nodes) {
    // The node id says little about the meaning; the name of the node is the better hint.
    if (!taken.has(nodeId)) drafts.push({ ...suggestEntry(name, value, drafts), address: nodeId })
  }
  return drafts.map(fromDraft)
}
