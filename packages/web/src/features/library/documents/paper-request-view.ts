import { t } from '@packhouse/messages'
import type { ResourceView } from '../../../resource/view.ts'
import { AlertIcon, CrossIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'

/** Requests for instructions on paper, with who asks and what became of it. */
export const paperRequestView: ResourceView = {
  intro: t('library.paperRequestIntro'),
  nameOf: ({ number, name }) =>
    typeof name === 'string' && name !== ''
      ? t('library.paperRequestOf', { name, number: String(number) })
      : t('library.paperRequestNumber', { number: String(number) }),
  columns: ['state', 'machineId', 'documentId', 'customer', 'name', 'createdAt'],
  words: {
    open: t('library.paperStateOpen'),
    sent: t('library.paperStateSent'),
    declined: t('library.paperStateDeclined'),
  },
  badges: {
    open: { tone: 'warn', icon: AlertIcon },
    sent: { tone: 'ok', icon: CheckIcon },
    declined: { tone: 'unk', icon: CrossIcon },
  },
}
