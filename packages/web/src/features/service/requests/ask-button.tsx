import { t } from '@packhouse/messages'
import { Button } from '../../../ui/button.tsx'
import type { Asking } from './use-asking.ts'

/** Opens the form for a service request. In the head of the page, since a person beside a machine that is down looks for it first. */
export function AskButton({ asking: { isOpen, open, close } }: { asking: Asking }) {
  return (
    <Button className="max-md:w-full" aria-expanded={isOpen} onClick={isOpen ? close : open}>
      {t('service.askForService')}
    </Button>
  )
}
