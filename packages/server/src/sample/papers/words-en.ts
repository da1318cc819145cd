import type { PaperWords } from './paper-words.ts'

export const english: PaperWords = {
  page: { page: 'Page', of: 'of', made: 'Issued', continued: '(continued)' },
  facts: {
    maker: 'Manufacturer',
    machine: 'Machine',
    model: 'Model',
    machineID: 'Machine ID',
    serial: 'Serial number',
    commissioned: 'Commissioned',
    size: 'Width × depth × height',
    weight: 'Weight',
    supply: 'Electrical supply',
    air: 'Compressed air',
    protection: 'Protection class',
    speed: 'Design speed',
  },
  revision: 'Revision',
  example: 'A paper of the sample company: neither it nor this machine exists.',
  technicalData: 'Technical data',
  manual: {
    title: 'Operating instructions',
    subtitle: 'Original instructions. Keep them with the machine for as long as it is in use.',
    chapters: [
      {
        title: 'Intended use',
        text: [
          'The machine packs goods of the sizes and materials that the order confirmation names, in closed and dry rooms of 5 to 40 °C. It may be used by people who were trained on it and have read these instructions.',
          'It must not be used where gases or dust can explode, without its guards, or with goods for which it was not set up.',
        ],
      },
      {
        title: 'Safety',
        text: ['Hot jaws, knives and moving parts are behind guards. A guard that is opened stops the machine.'],
        steps: [
          'Before any work inside: switch off at the main switch, lock it, close and vent the compressed air, and wait until the sealing jaws are below 40 °C.',
          'Never bridge a guard switch, and never reach over a guard.',
          'Know where the emergency stops are before you start. After an emergency stop find the cause first.',
          'Electrical cabinets are opened by electricians alone.',
        ],
      },
      {
        title: 'Transport and installation',
        steps: [
          'Lift the machine at the marked points alone, with gear for its whole weight.',
          'Place it on a level floor and align it with the feet; leave 800 mm free on all sides for work.',
          'Have an electrician connect supply and protective earth as the circuit diagram shows, and check the direction of rotation.',
          'Connect filtered and dry compressed air at the service unit.',
          'Test every emergency stop and guard before the first start.',
        ],
      },
      {
        title: 'Operation',
        steps: [
          'Close all guards, switch on the main switch and open the compressed air.',
          'Choose the recipe of the product and compare it with the order.',
          'Wait until the temperatures are reached, press Reset and then Start.',
          'Check seal, print and weight of the first ten packs, and one pack every half hour.',
          'Stop with Stop at the end of the cycle; use the emergency stop in danger alone.',
        ],
      },
      {
        title: 'Faults',
        table: [
          ['Fault', 'Cause', 'What to do'],
          ['Seal is open', 'Jaw too cold or dirty', 'Clean the jaw, check its temperature'],
          ['Packs are of different lengths', 'Film slips, sensor does not see the mark', 'Clean rollers and sensor'],
          ['Drive overloaded', 'Jammed product', 'Switch off, lock, remove the jam, reset'],
          ['No start', 'Guard open or emergency stop pressed', 'Close it, release it, reset'],
        ],
      },
      {
        title: 'Cleaning and maintenance',
        table: [
          ['When', 'Work'],
          ['Every shift', 'Remove product and film, clean jaws and sensors with a dry cloth'],
          ['Every week', 'Drain the filter of the compressed air, check belts and knives'],
          ['Every 3 months', 'Grease bearings and chains, test emergency stops and guards'],
          ['Every year', 'Have the manufacturer inspect the machine; measure the protective earth'],
        ],
      },
      {
        title: 'End of use',
        text: [
          'Disconnect supply and compressed air, empty oil and grease, and hand metal, electronics and plastics to separate recycling.',
        ],
      },
    ],
  },
  declaration: {
    title: 'EU declaration of conformity',
    subtitle: 'Original, in accordance with Directive 2006/42/EC, Annex II, part 1, section A',
    chapters: [
      {
        title: 'Declaration',
        text: [
          'The manufacturer declares under its sole responsibility that the machine described above fulfils all relevant provisions of Directive 2006/42/EC on machinery and of Directive 2014/30/EU on electromagnetic compatibility.',
        ],
      },
      {
        title: 'Harmonised standards',
        table: [
          ['Standard', 'About'],
          ['EN ISO 12100:2010', 'Safety of machinery: risk assessment and risk reduction'],
          ['EN ISO 13849-1:2015', 'Safety-related parts of control systems'],
          ['EN 60204-1:2018', 'Electrical equipment of machines'],
          ['EN 415-10:2014', 'Safety of packaging machines: general requirements'],
          ['EN IEC 61000-6-2:2019', 'Immunity for industrial environments'],
        ],
      },
      {
        title: 'Technical file',
        text: [
          'The head of product safety at the address of the manufacturer is authorised to compile the technical file.',
        ],
      },
      { title: 'Signed for the manufacturer', text: ['Ingrid Sjöberg, head of product safety'] },
    ],
  },
}
