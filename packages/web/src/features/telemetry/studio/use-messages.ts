import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'

const POLL_MS = 2_000

/** A message to map: one that has come lately, a dead letter, or one that was typed. */
export interface StudioMessage {
  id: string
  topic: string
  /** On which it came; undefined where it was typed. */
  route: string | undefined
  receivedAt: string | undefined
  payload: string
}

/** What comes in for a map, newest first; with the dead letter that led here, and what was typed to try. */
export function useMessages(id: string) {
  const { letter } = useSearch({ strict: false }) as { letter?: string }
  const [isPaused, setIsPaused] = useState(false)
  const [own, setOwn] = useState('')
  const live = useQuery({
    queryKey: ['tag-map', id, 'messages'],
    queryFn: ({ signal }) => callApi(api.tagMapMessages, { params: { id } }, { signal }),
    refetchInterval: isPaused ? false : POLL_MS,
  })
  const dead = useQuery({
    queryKey: ['dead-letter', letter],
    queryFn: ({ signal }) => callApi(api.getDeadLetter, { params: { id: letter ?? '' } }, { signal }),
    enabled: letter !== undefined,
    retry: false,
  })
  const messages: StudioMessage[] = [
    ...(own.trim() === ''
      ? []
      : [{ id: 'own', topic: t('telemetry.yourOwnMessage'), route: undefined, receivedAt: undefined, payload: own }]),
    ...(dead.data?.encoding === 'text'
      ? [{ ...dead.data, route: dead.data.topic, topic: t('telemetry.deadLetterOn', { topic: dead.data.topic }) }]
      : []),
    ...(live.data ?? []).map((message) => ({ ...message, route: message.topic })),
  ]
  const [chosen, setChosen] = useState<string>()
  const shown = messages.find((message) => message.id === chosen) ?? messages[0]
  return {
    messages,
    shown,
    choose: setChosen,
    error: live.error,
    isPending: live.isPending,
    isPaused,
    setIsPaused,
    own,
    setOwn,
  }
}
