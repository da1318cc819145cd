import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { StaffHomePage } from '../features/home/staff-home-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'
import { useSession } from '../lib/session.ts'
import { waiting } from './features.ts'

/** The screens of all features come with it, and with them every declaration: the page is there before them. */
const loadAddress = async () => (await import('./comment-address.ts')).commentAddress

export function StaffHomeScreen() {
  const session = useSession()
  useDocumentTitle(t('home.home'))
  const { data: addressOf } = useQuery({
    queryKey: ['comment-address'],
    queryFn: loadAddress,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <StaffHomePage waiting={waiting} addressOf={(record) => addressOf?.(session, record)} />
}
