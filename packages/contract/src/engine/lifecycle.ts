import { z } from 'zod'
import type { Call } from './call.ts'
import type { Declared } from './resource.ts'
import { plain } from './text-schemas.ts'
import type { CallMaker } from './trait-calls.ts'

/** One way from a state into another. Its name is part of the path: `mark-won`. */
export interface Transition {
  from: readonly string[]
  to: string
  /** What it does to a row, in the words of people: `Send`, `Take back`. */
  words: string
  /** Makes its own permission: `send` is `<resource>.send`. Without it everybody who may change the row may do this. */
  permission?: string
  /** The name of what an area asks before the state changes. */
  guard?: string
  /** Whoever does it says why; the history has it. */
  reason?: true
}

/** The states of a row. They are the choices of a field that nothing but a transition changes. */
export interface Lifecycle {
  field: string
  /** Of a new row. */
  initial: string
  /** States in which neither the row nor what belongs to it can be changed or deleted. */
  frozen?: readonly string[]
  transitions: Readonly<Record<string, Transition>>
}

/** What a transition is asked with: the version of the row that was read. */
export const transitionSchema = z.strictObject({
  rowVersion: z.int().min(1).optional().describe('The rowVersion of the row; not needed with `If-Match`'),
})

const reasonedSchema = transitionSchema.extend({
  reason: plain(500, false).min(1, 'must say why').describe('Why it is done; in the history'),
})

/** What a handler gets of a transition: the version is absent where `If-Match` names it. */
export type SentTransition = z.infer<typeof transitionSchema> & { reason?: string }

/** What a transition is asked with; the reason is there where the transition needs one. */
export type TransitionBody = { rowVersion: number; reason?: string }

/** A transition that is possible from a state. */
export const nextStateSchema = z.object({ name: z.string(), to: z.string() })

export type NextState = z.infer<typeof nextStateSchema>

type States = Pick<Declared, 'traits'>

/** The transitions that lead out of a state; none where the resource has no states. */
export function nextStates({ traits }: States, state: unknown): NextState[] {
  return Object.entries(traits.lifecycle?.transitions ?? {})
    .filter(([, { from }]) => from.some((one) => one === state))
    .map(([name, { to }]) => ({ name, to }))
}

/** What the field of the state holds in a new row. */
export function initialState({ traits: { lifecycle } }: States): Record<string, string> {
  return lifecycle === undefined ? {} : { [lifecycle.field]: lifecycle.initial }
}

/** The calls of all transitions, by their names. Each has its own path, as each has its own permission. */
export function transitionCalls({ noun, traits }: Declared, maker: CallMaker): Record<string, Call> {
  const { make, may, confirmed, params, whole } = maker
  return Object.fromEntries(
    Object.entries(traits.lifecycle?.transitions ?? {}).map(([name, { words, from, to, permission, reason }]) => [
      name,
      make('POST', `/{id}/transitions/${name}`, `${words}: ${noun[0]}`, may(permission ?? 'update'), {
        params,
        ...confirmed(name),
        description: `From ${from.map((state) => `\`${state}\``).join(', ')} to \`${to}\`. In another state the answer says what is possible.`,
        body: () => (reason ? reasonedSchema : transitionSchema),
        result: whole,
        tagged: true,
        ifMatch: true,
        problems: ['stale', 'transition_not_allowed'],
      }),
    ]),
  )
}

/** The permissions that transitions add, with their descriptions. */
export function transitionPermissions({ name, noun, traits }: Declared): Record<string, string> {
  const words = new Map<string, string[]>()
  for (const one of Object.values(traits.lifecycle?.transitions ?? {})) {
    if (one.permission !== undefined) words.set(one.permission, [...(words.get(one.permission) ?? []), one.words])
  }
  return Object.fromEntries(
    [...words].map(([verb, [first = '', ...others]]) => [
      `${name}.${verb}`,
      `${[first, ...others.map((other) => other.toLowerCase())].join(', ')}: ${noun[1]}`,
    ]),
  )
}
