import { t } from '@packhouse/messages'
import { AppLink } from '../../ui/app-link.tsx'

/** Leads from the page of a machine to what data it makes. */
export function MachineDataSheetLink({ id }: { id: string }) {
  return (
    <AppLink
      href={`/machines/${encodeURIComponent(id)}/data-sheet`}
      className="inline-flex min-h-6 items-center text-13 underline underline-offset-3 max-md:min-h-11"
    >
      {t('dataSheet.ofMachine')}
    </AppLink>
  )
}
