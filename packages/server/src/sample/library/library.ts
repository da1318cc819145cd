import type { SampleAnswers } from './answers/answer.ts'
import { baggerAnswers } from './answers/baggers.ts'
import { endOfLineAnswers } from './answers/end-of-line.ts'
import { wrapperAnswers } from './answers/wrappers-and-sealers.ts'
import type { SampleMachineType } from './declared.ts'
import { baggerOptions } from './options/baggers.ts'
import { endOfLineOptions } from './options/end-of-line.ts'
import type { SampleOptions } from './options/option.ts'
import { wrapperOptions } from './options/wrappers-and-sealers.ts'
import { cartoners } from './types/cartoners.ts'
import { casePackers } from './types/case-packers.ts'
import { flowWrappers } from './types/flow-wrappers.ts'
import { formFillSealers } from './types/form-fill-sealers.ts'
import { labellers } from './types/labellers.ts'
import { palletisers } from './types/palletisers.ts'
import { traySealers } from './types/tray-sealers.ts'
import { verticalBaggers } from './types/vertical-baggers.ts'
import { weighers } from './types/weighers.ts'

/** Types of machines with their fields and the machines of each. */
export const sampleTypes: readonly SampleMachineType[] = [
  verticalBaggers,
  formFillSealers,
  flowWrappers,
  traySealers,
  cartoners,
  casePackers,
  palletisers,
  labellers,
  weighers,
]

/** Which of these machines makes which style. */
export const sampleAnswers: readonly SampleAnswers[] = [...baggerAnswers, ...wrapperAnswers, ...endOfLineAnswers]

/** Options of these machines and the rules between them. */
export const sampleOptions: readonly SampleOptions[] = [...baggerOptions, ...wrapperOptions, ...endOfLineOptions]

/** The model that each installed machine of the sample was built as. */
export const builtAs: Readonly<Record<string, string>> = {
  'VFFS-1987': 'VFFS-1980',
  'VFFS-2214': 'VFFS-2210',
  'VFFS-2215': 'VFFS-2210',
  'VFFS-2301': 'VFFS-2300',
  'VFFS-2302': 'VFFS-2300',
  'FLW-0871': 'FLW-0870',
  'FLW-0904': 'FLW-0900',
  'FLW-0933': 'FLW-0930',
  'FLW-1204': 'FLW-1200',
  'FLW-1205': 'FLW-1200',
  'CRT-1130': 'CRT-1100',
  'CRT-1162': 'CRT-1160',
  'CRT-1301': 'CRT-1300',
  'TRS-0310': 'TRS-0300',
  'TRS-0344': 'TRS-0340',
  'CSP-0442': 'CSP-0440',
  'CSP-0457': 'CSP-0450',
  'CSP-0511': 'CSP-0500',
  'CSP-0560': 'CSP-0550',
  'PAL-0219': 'PAL-0210',
  'PAL-0225': 'PAL-0220',
  'PAL-0302': 'PAL-0300',
  'PAL-0340': 'PAL-0330',
  'LBL-0720': 'LBL-0700',
}
