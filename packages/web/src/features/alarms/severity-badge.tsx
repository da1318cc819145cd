import type { AlarmSeverity } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { type Icon, solidIcon } from '../../ui/icon.tsx'
import { InfoIcon, WarningIcon } from '../../ui/icons.tsx'

const CriticalIcon = /* @__PURE__ */ solidIcon(
  'M8 2h8l6 6v8l-6 6H8l-6-6V8zM10.7 6.5h2.6v7.2h-2.6zM10.7 15.2h2.6v2.6h-2.6z',
)
const MajorIcon = /* @__PURE__ */ solidIcon('M12 2.5 23 21.5H1zM10.8 9h2.4v6h-2.4zM10.8 16.4h2.4v2.4h-2.4z')
const MinorIcon = /* @__PURE__ */ solidIcon('M12 1.5 22.5 12 12 22.5 1.5 12zM10.8 7h2.4v6h-2.4zM10.8 14.6h2.4V17h-2.4z')

/** Each severity has a shape and a word of its own beside its colour. */
export const severityLook: Record<AlarmSeverity, { word: string; tone: Tone; icon: Icon }> = {
  critical: { word: t('alarms.critical'), tone: 'bad', icon: CriticalIcon },
  major: { word: t('alarms.major'), tone: 'warn', icon: MajorIcon },
  minor: { word: t('alarms.minor'), tone: 'info', icon: MinorIcon },
  warning: { word: t('alarms.warning'), tone: 'unk', icon: WarningIcon },
  info: { word: t('alarms.info'), tone: 'unk', icon: InfoIcon },
}

/** How grave an alarm is, as shape, word and colour. */
export function SeverityBadge({ severity }: { severity: AlarmSeverity }) {
  const { word, tone, icon } = severityLook[severity]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
