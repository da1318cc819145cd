import { clock } from '../clock.ts'
import type { Check, Finding } from './check.ts'
import type { Installation } from './installation.ts'

/** How long one check may take. */
const PATIENCE_MS = 10_000

export interface Examined {
  name: string
  title: string
  /** `skipped`: it could not be examined, and `reason` says why. */
  state: 'ok' | 'warning' | 'fault' | 'skipped'
  findings: Finding[]
  reason?: string
}

/** Runs the checks one after the other, each within its time. */
export async function runChecks(
  checks: readonly Check[],
  installation: Installation,
  { network, patienceMs = PATIENCE_MS }: { network: boolean; patienceMs?: number },
): Promise<Examined[]> {
  const examined: Examined[] = []
  for (const check of checks) {
    const { name, title } = check
    const reason = reasonToSkip(check, installation, network)
    if (reason !== undefined) examined.push({ name, title, state: 'skipped', findings: [], reason })
    else examined.push({ name, title, ...(await examine(check, installation, patienceMs)) })
  }
  return examined
}

function reasonToSkip({ needs }: Check, { database }: Installation, network: boolean): string | undefined {
  if (needs === 'network' && !network) return 'Only examined with --network.'
  if (needs === 'database' && 'reason' in database) return database.reason
  return undefined
}

async function examine(
  check: Check,
  installation: Installation,
  patienceMs: number,
): Promise<Pick<Examined, 'state' | 'findings'> & { reason?: string }> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = clock.timeout(patienceMs, () => resolve('late'))
  try {
    const findings = await Promise.race([check.examine(installation), late])
    if (findings === 'late') {
      return { state: 'skipped', findings: [], reason: `It did not end within ${patienceMs / 1_000} s.` }
    }
    return { state: stateOf(findings), findings }
  } catch (error) {
    return { state: 'skipped', findings: [], reason: `It failed: ${(error as Error).message}` }
  } finally {
    timer.stop()
  }
}

function stateOf(findings: Finding[]): 'ok' | 'warning' | 'fault' {
  if (findings.some(({ severity }) => severity === 'fault')) return 'fault'
  return findings.length > 0 ? 'warning' : 'ok'
}
