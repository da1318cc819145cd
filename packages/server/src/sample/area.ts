import { apiKeys, groups, onCallSchedules, roles, users } from '@packhouse/contract'
import { access } from '../access/area.ts'
import { documents } from '../documents/area.ts'
import { defineArea } from '../engine/area.ts'
import { sampleLifeJob } from './life/seed-life.ts'
import { samplePapersJob } from './papers/publish-papers.ts'
import { seedPeople } from './people/seed-people.ts'
import { closeSample, seedSample } from './sample.ts'

/** The sample company, or what closes it where an installation is the company's own. */
export const sample = defineArea({
  name: 'sample',
  async seed({ database, samplePasswords }, use) {
    if (samplePasswords === undefined) await closeSample(database)
    else await seedSample(database, samplePasswords, use(access).passwords)
  },
  create({ database, files, samplePasswords, storeOf }, use) {
    const { companyPages } = use(documents)
    const { invitations } = use(access)
    const people = {
      ...{ database, invitations, users: storeOf(users), roles: storeOf(roles), groups: storeOf(groups) },
      ...{ schedules: storeOf(onCallSchedules), apiKeys: storeOf(apiKeys) },
    }
    const jobs = [
      sampleLifeJob(database, files, () => seedPeople(people)),
      samplePapersJob({ database, files, companyPages }),
    ]
    return { provides: undefined, handlers: {}, jobs: samplePasswords === undefined ? [] : jobs }
  },
})
