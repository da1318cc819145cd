import { api, foldEmail, type InvitationResult, MAX_INVITATIONS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../resource/error-messages.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { type Invitee, parseAddresses } from './parse-addresses.ts'

/** Roles differ between staff and people of customers: each side has what was chosen for it. */
type ChosenRoles = Readonly<Record<'staff' | 'customers', readonly string[]>>

type Names = Pick<Invitee, 'first_name' | 'last_name'>

/** What is typed in the dialog, what came of sending it, and how to send it. Closing the dialog keeps it. */
export function useInvite(startCustomer: string | undefined) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [names, setNames] = useState<Readonly<Record<string, Partial<Names>>>>({})
  const [isStaff, setStaff] = useState(startCustomer === undefined)
  const [customerId, setCustomer] = useState(startCustomer ?? '')
  const [roles, setRoles] = useState<ChosenRoles>({ staff: [], customers: [] })
  const [answer, setAnswer] = useState<{ sent: boolean; results: readonly InvitationResult[] }>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const people = useMemo(
    () => parseAddresses(text).map((person) => ({ ...person, ...names[foldEmail(person.email)] })),
    [text, names],
  )
  const audience = isStaff ? 'staff' : 'customers'
  const roleIds = roles[audience]
  const fault = faultOf({ people, needsCustomer: !isStaff && customerId === '' })
  const send = async () => {
    if (busy) return
    if (fault !== undefined) return setFailure(fault)
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { people, customerId: isStaff ? null : customerId, roleIds: [...roleIds] }
      const answered = await callApi(api.invitePeople, { body })
      setAnswer(answered)
      // Who has a result is done with; bad addresses stay to be corrected.
      const open = answered.results.filter(({ outcome }) => outcome === 'invalid' || outcome === 'refused')
      const typed = new Map(people.map((person) => [person.email, person]))
      setText(open.map(({ email }) => email).join('\n'))
      setNames(Object.fromEntries(open.map(({ email }) => [foldEmail(email), namesOf(typed.get(email))])))
      await renew(client, declared('user'))
    } catch (error) {
      setFailure(errorMessage(declared('user'), error))
    }
    setBusy(false)
  }
  return {
    ...{ text, people, isStaff, customerId, roleIds, answer, failure, busy, fault, send },
    setText: (next: string) => {
      setText(next)
      setFailure(undefined)
    },
    setStaff,
    setCustomer,
    toggleRole: (id: string) => setRoles((chosen) => ({ ...chosen, [audience]: toggled(chosen[audience], id) })),
    rename: (email: string, part: Partial<Names>) =>
      setNames((now) => ({ ...now, [foldEmail(email)]: { ...now[foldEmail(email)], ...part } })),
    /** Begins with the next ones, for the same customer and roles. */
    clearAnswer: () => setAnswer(undefined),
  }
}

export type Invite = ReturnType<typeof useInvite>

function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]
}

function namesOf(person: Invitee | undefined): Names {
  return { first_name: person?.first_name ?? '', last_name: person?.last_name ?? '' }
}

function faultOf({ people, needsCustomer }: { people: readonly Invitee[]; needsCustomer: boolean }) {
  if (people.length === 0) return t('people.enterAnAddress')
  if (people.length > MAX_INVITATIONS) return t('people.inviteAtMost', { most: MAX_INVITATIONS, count: people.length })
  if (people.some(({ first_name, last_name }) => first_name.trim() === '' || last_name.trim() === '')) {
    return t('people.enterBothNames')
  }
  return needsCustomer ? t('people.chooseTheCustomer') : undefined
}
