import type { Block, House } from './isometric.ts'

/** A carton, or a house where it has a roof. */
export type Piece = Block | House

const ink = '#14203A'
const cream = '#F3E6CD'
const small: House['windows'] = [
  [0.35, 0.35],
  [0.95, 0.35],
]
const large: House['windows'] = [
  [0.35, 0.4],
  [1, 0.4],
  [0.35, 1.15],
  [1, 1.15],
]

/** The village behind the conveyor; what is nearer comes later. */
export const behindStreet: Piece[] = [
  { at: [-7, -4], size: [1.6, 2.6, 1.2], roof: 0.8, palette: 'dusk' },
  { at: [-4, -5], size: [1.6, 2.2, 1.7], roof: 0.8, palette: 'navy', windows: [[0.4, 0.9]] },
  { at: [-1, -5], size: [1.6, 1.6, 1.2], palette: 'dusk', tape: '#31466F' },
  { at: [2, -5], size: [1.6, 2.4, 1.3], roof: 0.8, palette: 'dusk', windows: [[0.9, 0.5]] },
  { at: [5, -5], size: [1.8, 1.8, 1.6], palette: 'navy', tape: '#1C2B4C' },
  { at: [8.5, -5], size: [1.6, 2.2, 1.1], roof: 0.8, palette: 'dusk' },
  { at: [-9, -0.5], size: [1.6, 2.6, 1.4], roof: 0.8, palette: 'navy', windows: small },
  { at: [-6, 0], size: [1.8, 1.8, 1.3], palette: 'dusk', tape: '#31466F' },
  { at: [-3.2, -0.6], size: [1.7, 2.6, 2], roof: 0.9, palette: 'kraft', tape: ink, windows: large },
  { at: [-0.4, -0.2], size: [1.5, 1.5, 1], palette: 'navy', tape: '#1C2B4C' },
  { at: [-0.1, 0.1, 1], size: [1, 1, 0.8], palette: 'kraft', tape: ink },
  { at: [2.3, -0.7], size: [1.6, 2.6, 1.3], roof: 0.8, palette: 'navy', windows: [[0.35, 0.4]] },
  { at: [5.2, -0.6], size: [1.7, 2.4, 1.9], roof: 0.85, palette: 'dusk', windows: large },
  { at: [8.4, -0.4], size: [1.6, 1.6, 1.1], palette: 'dusk', tape: '#31466F' },
  { at: [11, -0.6], size: [1.6, 2.4, 1.2], roof: 0.8, palette: 'navy' },
]

/** What stands on the conveyor and in front of it. */
export const beforeStreet: Piece[] = [
  { at: [-9.5, 3.2, 0.3], size: [1, 1, 0.8], palette: 'dusk', tape: '#31466F' },
  { at: [-6.4, 3.2, 0.3], size: [1, 1, 0.8], palette: 'kraft', tape: ink },
  { at: [-3.3, 3.2, 0.3], size: [1, 1, 0.6], roof: 0.45, palette: 'kraft', tape: ink },
  { at: [-0.2, 3.2, 0.3], size: [1, 1, 0.8], palette: 'navy', tape: ink },
  { at: [2.9, 3.2, 0.3], size: [1, 1, 0.6], roof: 0.45, palette: 'kraft', tape: ink },
  { at: [6, 3.2, 0.3], size: [1, 1, 0.8], palette: 'kraft', tape: ink },
  { at: [9.1, 3.2, 0.3], size: [1, 1, 0.8], palette: 'navy', tape: ink },
  { at: [12.2, 3.2, 0.3], size: [1, 1, 0.6], roof: 0.45, palette: 'dusk' },
  { at: [15, 3.2, 0.3], size: [1, 1, 0.8], palette: 'dusk', tape: '#31466F' },
  { at: [-7.5, 6], size: [1.6, 2.4, 1.2], roof: 0.8, palette: 'dusk', windows: [[0.9, 0.4]] },
  { at: [-4.6, 6], size: [2.4, 2.4, 0.16], palette: 'wood' },
  { at: [-4.5, 6.1, 0.16], size: [1.1, 1.1, 0.9], palette: 'navy', tape: '#1C2B4C' },
  { at: [-3.4, 6.1, 0.16], size: [1.1, 1.1, 0.9], palette: 'navy', tape: '#1C2B4C' },
  { at: [-4.5, 7.2, 0.16], size: [1.1, 1.1, 0.9], palette: 'navy', tape: '#1C2B4C' },
  { at: [-3.4, 7.2, 0.16], size: [1.1, 1.1, 0.9], palette: 'kraft', tape: ink },
  { at: [-4.5, 6.1, 1.06], size: [1.1, 1.1, 0.9], palette: 'dusk', tape: '#31466F' },
  { at: [-0.8, 5.8], size: [1.8, 2.8, 1.6], roof: 0.95, palette: 'navy', windows: small },
  {
    at: [2.6, 5.8],
    size: [2.2, 3.2, 2.4],
    roof: 1.2,
    palette: 'kraft',
    tape: cream,
    windows: [
      [0.4, 0.5],
      [1.3, 0.5],
      [0.4, 1.4],
      [1.3, 1.4],
    ],
  },
  { at: [6.4, 6.2], size: [1.9, 1.9, 1.4], palette: 'dusk', tape: '#31466F' },
  { at: [9.8, 6], size: [1.6, 2.4, 1.3], roof: 0.8, palette: 'navy', windows: [[0.35, 0.45]] },
  { at: [13, 6], size: [1.6, 1.6, 1.2], palette: 'dusk', tape: '#31466F' },
  { at: [-5, 11], size: [1.6, 2.4, 1.3], roof: 0.8, palette: 'navy', windows: [[0.9, 0.45]] },
  { at: [-1.6, 11], size: [1.6, 1.6, 1.1], palette: 'dusk', tape: '#31466F' },
  { at: [1.6, 11], size: [1.7, 2.6, 1.5], roof: 0.85, palette: 'dusk', windows: small },
  { at: [5, 11], size: [2.4, 2.4, 0.16], palette: 'wood' },
  { at: [5.1, 11.1, 0.16], size: [2.2, 2.2, 1.2], palette: 'kraft', tape: ink },
  { at: [5.1, 11.1, 1.36], size: [1.1, 2.2, 0.9], palette: 'navy', tape: '#1C2B4C' },
  { at: [9, 10.8], size: [1.7, 2.6, 1.7], roof: 0.85, palette: 'navy', windows: large },
  { at: [12.6, 10.8], size: [1.6, 2.4, 1.2], roof: 0.8, palette: 'dusk' },
  { at: [-1, 15.5], size: [1.6, 2.4, 1.2], roof: 0.8, palette: 'dusk' },
  { at: [3, 15.5], size: [1.8, 2.6, 1.6], roof: 0.9, palette: 'navy', windows: small },
  { at: [7, 15.5], size: [1.7, 1.7, 1.3], palette: 'dusk', tape: '#31466F' },
  { at: [10.5, 15.3], size: [1.7, 2.4, 1.4], roof: 0.8, palette: 'dusk', windows: [[0.4, 0.4]] },
]
