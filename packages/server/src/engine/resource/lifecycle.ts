import { type NextState, nextStates, type Resource, type Transition } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { Transaction } from '../../platform/database.ts'
import type { Principal } from '../principal.ts'
import { assertThat, ProblemError } from '../problem-error.ts'
import { type ResourceRow, toColumn, toColumns } from './columns.ts'
import type { ResourceStore } from './resource-store.ts'
import type { Parent, Values } from './rows.ts'
import { assertWanted } from './stale.ts'

/** A transition of a row and the version at which it was asked for. */
export interface Step {
  id: string
  parent: Parent
  name: string
  rowVersion: unknown
  /** Where the transition needs one. */
  reason?: unknown
}

/**
 * Brings a row into its next state. The row is locked, so that of two that come at once one finds the other's state.
 * @throws ProblemError `stale`; `transition_not_allowed` with what is allowed; `invalid_request` with the words of the guard
 */
export async function makeTransition(store: ResourceStore, principal: Principal, step: Step): Promise<ResourceRow> {
  return await store.write(principal, (db) => makeTransitionIn(db, store, principal, step))
}

/** The same within a transaction that does more than this. */
export async function makeTransitionIn(
  db: Transaction,
  store: ResourceStore,
  principal: Principal,
  step: Step,
): Promise<ResourceRow> {
  const { lifecycle } = store.resource.traits
  const transition = lifecycle?.transitions[step.name]
  assertThat(lifecycle && transition, 'internal')
  const before = await store.rows.lock(db, step.id, step.parent)
  const row = await store.whole(db, before)
  assertWanted(principal, row, step.rowVersion)
  assertPossible(store.resource, transition, step.name, before[lifecycle.field])
  const guard = transition.guard === undefined ? undefined : store.guards[transition.guard]
  const faults = (await guard?.({ db, principal, row })) ?? []
  if (faults.length > 0) {
    throw new ProblemError('invalid_request', faults.map(({ message }) => message).join('; '), [...faults])
  }
  const pairs = toColumns({ [lifecycle.field]: transition.to })
  const details = transition.reason ? { reason: step.reason } : {}
  const after = await store.rows.pass(db, principal, `transition:${step.name}`, before, pairs, { details })
  return { ...row, ...after }
}

/** @throws ProblemError `transition_not_allowed` with what is allowed */
export function assertPossible(resource: Resource, { from }: Transition, name: string, state: unknown): void {
  if (from.some((one) => one === state)) return
  const noun = declared(resource.noun[0])
  const words = t('server.stepNotPossible', { noun, state: declared(String(state)), step: name })
  throw refusal('transition_not_allowed', words, resource, state)
}

/** @throws ProblemError `state_frozen` where the state of a row allows no change of it or of what belongs to it */
export function assertNotFrozen(resource: Pick<Resource, 'noun' | 'traits'>, row: Values): void {
  if (!isFrozen(resource, row)) return
  const state = row[resource.traits.lifecycle?.field ?? '']
  throw refusal(
    'state_frozen',
    t('server.stateIsFrozen', { noun: declared(resource.noun[0]), state: declared(String(state)) }),
    resource,
    state,
  )
}

export function isFrozen({ traits: { lifecycle } }: Pick<Resource, 'traits'>, row: Values): boolean {
  return lifecycle?.frozen?.some((state) => state === row[lifecycle.field]) ?? false
}

/** The columns of a row by which its state is known. */
export function stateColumns({ traits: { lifecycle } }: Pick<Resource, 'traits'>): string[] {
  return lifecycle === undefined ? [] : [toColumn(lifecycle.field)]
}

function refusal(
  code: 'transition_not_allowed' | 'state_frozen',
  words: string,
  resource: Pick<Resource, 'traits'>,
  state: unknown,
): ProblemError {
  const transitions = nextStates(resource, state)
  return new ProblemError(code, `${words} ${wordsOf(transitions)}`, undefined, { state: String(state), transitions })
}

function wordsOf(transitions: readonly NextState[]): string {
  if (transitions.length === 0) return t('server.stateIsFinal')
  const steps = transitions.map(({ name, to }) => t('server.stepTo', { name, state: declared(to) }))
  return t('server.stepsPossible', { steps: steps.join(', ') })
}
