import { type Call, calls } from '@packhouse/contract'
import { pathOf } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'
import type { TestNode, TestNodes } from '../support/nodes.ts'

const MACHINE = 'VFFS-2214'
const OF_MACHINE = '/v1/ignition/machines/{id}'

/** Of everything that can be read without naming a row, and of one machine. */
export const readablePaths: readonly string[] = Object.values(calls as Readonly<Record<string, Call>>)
  .filter(({ method, answer = 'json' }) => method === 'GET' && answer === 'json')
  .filter(({ path }) => !path.replace(OF_MACHINE, '').includes('{'))
  .map((call) => pathOf(call, { params: { id: MACHINE } }))

/**
 * Asks both versions for everything that can be read.
 * @returns how much both answer; what one of them cannot answer, and what the earlier one answers otherwise although it has it
 */
export async function compareReads(
  nodes: TestNodes,
  earlier: TestNode,
  present: TestNode,
): Promise<{ answered: number; faults: string[] }> {
  const here = await nodes.signIn(present)
  const there = here.at({ port: await nodes.portOf(earlier) })
  const faults: string[] = []
  let answered = 0
  for (const path of readablePaths) {
    const [before, now] = [await there.get(path), await here.get(path)]
    // What the earlier version does not have it does not find.
    const isAlike = before.status === now.status || before.status === 404
    if (!isAlike || isFault(before) || isFault(now)) faults.push(`${path}: ${words(before)} and ${words(now)}`)
    if (before.status === 200 && now.status === 200) answered += 1
  }
  return { answered, faults }
}

/** 503 says what is away or not set up. */
function isFault({ status }: Answer): boolean {
  return status >= 500 && status !== 503
}

function words({ status, text }: Answer): string {
  return status < 300 ? `${status}` : `${status} ${text}`
}
