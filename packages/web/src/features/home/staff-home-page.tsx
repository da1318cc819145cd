import type { FoundRecord } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { hasPermission } from '../../lib/permission.ts'
import { useSession } from '../../lib/session.ts'
import { useLostFocus } from '../../lib/use-lost-focus.ts'
import { useSeesComments } from '../../resource/comments/comment-queries.ts'
import type { Waiting } from '../../resource/feature.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { MyFollowUps } from './my-follow-ups.tsx'
import { MyMentions } from './my-mentions.tsx'
import { WaitingList } from './waiting-list.tsx'

/** Where a record is shown; undefined where the reader may open no screen that shows it. */
export type AddressOfRecord = (record: FoundRecord) => string | undefined

interface StaffHomePageProps {
  waiting: readonly Waiting[]
  addressOf: AddressOfRecord
}

/** The home of staff: their follow-ups and who mentions them, and what waits, by name. */
export function StaffHomePage({ waiting, addressOf }: StaffHomePageProps) {
  const seesComments = useSeesComments()
  const session = useSession()
  const work = useLostFocus('input, a')
  const shown = waiting.filter(({ permission }) => hasPermission(session, permission))
  return (
    <Page>
      <PageHead
        title={session ? t('home.hello', { firstname: session.user.first_name }) : t('home.home')}
        subtitle={t('home.whatWaitsForYou')}
      />
      <div ref={work} tabIndex={-1}>
        {seesComments && (
          <div className="mb-5 grid items-start gap-5 empty:hidden lg:grid-cols-2">
            <MyFollowUps addressOf={addressOf} />
            <MyMentions addressOf={addressOf} />
          </div>
        )}
        {shown.length === 0 ? (
          <Panel className="py-6">
            <EmptyState illustration={<OpenCarton />} title={t('home.nothingWaitsForYou')} />
          </Panel>
        ) : (
          <WaitingList waiting={shown} />
        )}
      </div>
    </Page>
  )
}
