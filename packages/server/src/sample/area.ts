import { hashPassword, verifyPassword } from '../access/area.ts'
import { defineArea } from '../engine/area.ts'
import { closeSample, seedSample } from './sample.ts'

/** The sample company, or what closes it where an installation is the company's own. */
export const sample = defineArea({
  name: 'sample',
  async seed({ config, database, samplePassword }) {
    if (config.sample) await seedSample(database, samplePassword, hashPassword, verifyPassword)
    else await closeSample(database)
  },
  create: () => ({ provides: undefined, handlers: {} }),
})
