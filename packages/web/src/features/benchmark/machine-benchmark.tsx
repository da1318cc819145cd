import { t } from '@packhouse/messages'
import { useSession } from '../../lib/session.ts'
import { AppLink } from '../../ui/app-link.tsx'

/** Leads from the page of a machine to the comparison, for its customer's people. */
export function MachineBenchmarkLink({ id }: { id: string }) {
  const session = useSession()
  if (!session?.user.customer) return null
  return (
    <AppLink
      href={`/benchmark?machine=${encodeURIComponent(id)}`}
      className="inline-flex min-h-6 items-center text-13 underline underline-offset-3 max-md:min-h-11"
    >
      {t('benchmark.ofMachine')}
    </AppLink>
  )
}
