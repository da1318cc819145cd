import { sampleColleagues } from '../estimator/people.ts'
import type { StaffRole } from './roles.ts'

/** Somebody of the sample company beside its staff account, and what became of the invitation. */
export interface SampleEmployee {
  email: string
  firstName: string
  lastName: string
  /** What they have by themselves; the service engineers have theirs by their group. */
  role?: StaffRole
  invitation: 'accepted' | 'open' | 'suspended'
}

const { sales, calculation, approval, management } = sampleColleagues

/** They are entered with the quotes that they own and approve. */
export const knownEmployees: readonly SampleEmployee[] = [
  { ...sales, role: 'Sales', invitation: 'accepted' },
  { ...calculation, role: 'Sales', invitation: 'accepted' },
  { ...approval, role: 'Management', invitation: 'accepted' },
  { ...management, role: 'Management', invitation: 'accepted' },
]

/** Those who are on call in turn. */
export const serviceEngineers: readonly SampleEmployee[] = [
  { email: 'sven.aas@packhouse.example', firstName: 'Sven', lastName: 'Aas', invitation: 'accepted' },
  { email: 'katja.lindner@packhouse.example', firstName: 'Katja', lastName: 'Lindner', invitation: 'accepted' },
]

/** One begins next week, one has left the company. */
export const newEmployees: readonly SampleEmployee[] = [
  ...serviceEngineers,
  {
    ...{ email: 'lukas.weber@packhouse.example', firstName: 'Lukas', lastName: 'Weber' },
    ...{ role: 'Sales', invitation: 'open' },
  },
  {
    ...{ email: 'viktor.nyman@packhouse.example', firstName: 'Viktor', lastName: 'Nyman' },
    ...{ role: 'Sales', invitation: 'suspended' },
  },
]
