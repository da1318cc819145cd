import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type AddressSearch, useSearchChange } from '../../../lib/address-search.ts'
import { isUuid } from '../../../lib/uuid.ts'
import { type Answers, readAnswers, textOf, writeAnswers } from './answers.ts'

/** The order of machines follows so long after the last letter. */
const TYPING_MS = 600

/** Own choices by option id, in the order of the clicks. */
export interface OwnChoices {
  readonly chosen: readonly string[]
  readonly declined: readonly string[]
}

export interface ConfiguratorAddress {
  answers: Answers
  /** The machine whose options are shown; empty: the first one that fits. */
  machineId: string
  /** Undefined while nobody has chosen an option. */
  choices: OwnChoices | undefined
  /** Whether somebody is in the middle of typing a figure. */
  isTyping: boolean
  /** A new entry of the history, so that Back takes it back. */
  change: (part: Partial<Answers>) => void
  /** All letters of one figure are one entry of the history. */
  type: (part: Partial<Answers>) => void
  endTyping: () => void
  openMachine: (machineId: string, choices?: OwnChoices) => void
}

/** What goes with another machine: its options are its own. */
export const NO_CHOICES = { chosen: undefined, declined: undefined }

/** An option or, of a free number, its id and the number. */
const CHOICE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(=-?\d{1,7})?$/
const MOST_CHOICES = 1_000

export function useConfiguratorAddress(): ConfiguratorAddress {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const typing = useTyping()
  const answers = useMemo(() => readAnswers(search), [search])
  const choices = useMemo(() => readChoices(search), [search])
  const go = (part: AddressSearch, replace: boolean) =>
    changeSearch((previous) => ({ ...previous, ...part }), { replace, resetScroll: false })
  const machineId = textOf(search.machine)
  return {
    answers,
    machineId: isUuid(machineId) ? machineId.toLowerCase() : '',
    choices,
    isTyping: typing.isOn,
    change: (part) => {
      typing.end()
      go(writeAnswers(part), false)
    },
    type: (part) => go(writeAnswers(part), typing.goOn(Object.keys(part).join())),
    endTyping: typing.end,
    openMachine: (id, own) => {
      typing.end()
      go({ machine: id, chosen: own?.chosen.join(), declined: own?.declined.join() }, false)
    },
  }
}

/** Which field is typed into: its further letters are part of the same step. */
function useTyping() {
  const field = useRef<string>(undefined)
  const timer = useRef<number>(undefined)
  const [isOn, setIsOn] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const end = () => {
    field.current = undefined
    clearTimeout(timer.current)
    setIsOn(false)
  }
  const goOn = (typed: string): boolean => {
    const isSame = field.current === typed
    field.current = typed
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setIsOn(false), TYPING_MS)
    setIsOn(true)
    return isSame
  }
  return { isOn, end, goOn }
}

function readChoices(search: Readonly<Record<string, unknown>>): OwnChoices | undefined {
  if (search.chosen === undefined && search.declined === undefined) return undefined
  const chosen = idsOf(search.chosen)
  return { chosen, declined: idsOf(search.declined).filter((id) => !chosen.includes(id)) }
}

function idsOf(value: unknown): string[] {
  const ids = textOf(value)
    .toLowerCase()
    .split(',')
    .filter((id) => CHOICE.test(id))
  return [...new Set(ids)].slice(0, MOST_CHOICES)
}
