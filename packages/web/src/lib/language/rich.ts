import { type MessageArguments, type MessageKey, type RichArguments, t } from '@packhouse/messages'
import type { ReactElement, ReactNode } from 'react'

/**
 * A message with elements in it. The build puts `translateRich` in its place; run from the sources it shows the text alone.
 * @example rich('alarms.began', { time: <DateLabel value={startedAt} /> })
 */
export function rich<K extends MessageKey>(key: K, ...values: RichArguments<K, ReactElement>): ReactNode {
  return t(key, ...(values as MessageArguments<K>))
}
