import { useParams } from '@tanstack/react-router'
import { PeoplePage } from '../features/people/people-page.tsx'

export function PeopleScreen() {
  const { kind } = useParams({ strict: false })
  return <PeoplePage kind={kind} />
}
