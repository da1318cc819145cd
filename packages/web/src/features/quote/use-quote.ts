import {
  api,
  type PricedQuote,
  type PublicQuote,
  priceQuote,
  type QuoteChoices,
  type QuotePrice,
  withoutOrphans,
} from '@packhouse/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { showAnswer } from '../../lib/query-client.ts'

export type ShownQuote = NonNullable<PublicQuote['quote']>

/** A moment in which the reader chooses on. */
const SETTLE_MS = 250

const keyOf = (token: string) => ['public-quote', token] as const

/** The quote of a link. A link that leads nowhere is an answer, and asked for once. */
export function usePublicQuote(token: string) {
  return useQuery({
    queryKey: keyOf(token),
    queryFn: async ({ signal }): Promise<PublicQuote | null> => {
      try {
        return await callApi(api.publicQuote, { params: { token } }, { signal })
      } catch (error) {
        if (error instanceof ApiError && ['link_invalid', 'invalid_request'].includes(error.code)) return null
        throw error
      }
    },
    // What is chosen stays as it is while the reader is away.
    refetchOnWindowFocus: false,
  })
}

/** Puts what the server has answered in the place of what was shown. */
export function useShowQuote(token: string): (change: (before: PublicQuote) => PublicQuote) => void {
  const client = useQueryClient()
  return (change) => showAnswer<PublicQuote | null>(client, keyOf(token), (before) => before && change(before))
}

export interface Chosen {
  choices: QuoteChoices
  /** Worked out by the page at once. */
  price: QuotePrice
  /** What the server says of the same choices; undefined until it does. */
  settled: PricedQuote | undefined
  fault: ApiError | undefined
  choose: (choices: QuoteChoices) => void
}

/** What the reader has chosen, priced at once by the page and then by the server, whose answer counts. */
export function useChoices(token: string, quote: ShownQuote, isOpen: boolean): Chosen {
  const { content } = quote
  const [choices, setChoices] = useState(quote.choices)
  const [answer, setAnswer] = useState<PricedQuote>(quote)
  const [fault, setFault] = useState<ApiError>()
  const isSettled = isSame(choices, answer.choices)
  useEffect(() => {
    if (isSettled || !isOpen) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      callApi(api.repriceQuote, { params: { token }, body: choices }, { signal: abort.signal }).then(
        (priced) => {
          setFault(undefined)
          setAnswer(priced)
        },
        (error: unknown) => {
          if (!abort.signal.aborted && error instanceof ApiError) setFault(error)
        },
      )
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [token, choices, isSettled, isOpen])
  return {
    choices,
    price: isSettled ? answer.price : priceQuote(content, choices),
    settled: isSettled ? answer : undefined,
    fault: isSettled ? undefined : fault,
    choose: (next) => {
      setFault(undefined)
      setChoices(withoutOrphans(content, next))
    },
  }
}

function isSame(one: QuoteChoices, other: QuoteChoices): boolean {
  const sameList = (a: readonly string[], b: readonly string[]) =>
    a.length === b.length && a.every((id) => b.includes(id))
  return sameList(one.alternatives, other.alternatives) && sameList(one.extras, other.extras)
}
