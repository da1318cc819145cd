import type { AlarmSeverity } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { PushMessage } from './push-client.ts'

/** What a notification says of an alarm; nothing of its value or message, which a locked screen would show to anybody. */
export interface PushedAlarm {
  id: string
  code: string
  severity: AlarmSeverity
  machineID: string
  description: string | null
  isCleared: boolean
  isAcknowledged: boolean
}

const HOUR_SECONDS = 3_600
/** How long a notification is worth something to somebody whose phone is off. */
const LIFE: Record<AlarmSeverity, Pick<PushMessage, 'ttlSeconds' | 'urgency'>> = {
  critical: { ttlSeconds: 24 * HOUR_SECONDS, urgency: 'high' },
  major: { ttlSeconds: 12 * HOUR_SECONDS, urgency: 'high' },
  minor: { ttlSeconds: 4 * HOUR_SECONDS, urgency: 'normal' },
  warning: { ttlSeconds: 4 * HOUR_SECONDS, urgency: 'normal' },
  info: { ttlSeconds: HOUR_SECONDS, urgency: 'low' },
}

/** Names may be long; a message has room for 3,993 bytes, and no screen shows more. */
const LONGEST = 120

/** @param token acknowledges the alarm from the notification; undefined if the reader may not, or need not */
export function alarmMessage(alarm: PushedAlarm, token: string | undefined): PushMessage {
  const { id, severity, isCleared, isAcknowledged } = alarm
  const code = cut(alarm.code)
  const title = isCleared ? t('push.cleared', { rule: code }) : t('push.raised', { severity, rule: code })
  const machine = machineLine(alarm)
  const text = JSON.stringify({
    title,
    body: isAcknowledged && !isCleared ? t('push.isAcknowledged', { machine }) : machine,
    tag: id,
    url: `/alarms?alarm=${id}`,
    silent: isCleared || isAcknowledged,
    open: t('push.open'),
    ...(token !== undefined && {
      token,
      acknowledge: t('push.acknowledge'),
      acknowledged: t('push.isAcknowledged', { machine }),
      failed: t('push.couldNotAcknowledge'),
    }),
  })
  return { text, ...LIFE[severity], topic: id.replaceAll('-', '') }
}

/** The machine of a notification, as short as a screen shows it. */
export function machineLine({ machineID, description }: Pick<PushedAlarm, 'machineID' | 'description'>): string {
  return description === null ? machineID : t('push.machine', { machine: machineID, description: cut(description) })
}

export function testMessage(product: string): PushMessage {
  const text = JSON.stringify({
    title: cut(product),
    body: t('push.test'),
    tag: 'test',
    url: '/settings',
    open: t('push.open'),
  })
  return { text, ttlSeconds: 60, urgency: 'high', topic: 'test' }
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text
}
