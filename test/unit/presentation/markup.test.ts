import { expect, it } from 'vitest'
import { documentOf, Said } from '../../../src/presentation/markup.tsx'

it.each([
  ['’s-Hertogenbosch, Nederland', '<span class="whole">’s-Hertogenbosch</span>, Nederland'],
  ["Naar 's-Gravenhage", 'Naar <span class="whole">&#39;s-Gravenhage</span>'],
  ['T-Shirts für alle', '<span class="whole">T-Shirts</span> für alle'],
  ['Garmisch-Partenkirchen', 'Garmisch-Partenkirchen'],
  ['Saint-Rémy-de-Provence', 'Saint-Rémy-de-Provence'],
])('Said keeps a one- or two-letter prefix and its hyphen on one line in %j', async (text, shown) => {
  expect(await documentOf(Said({ text }))).toBe(`<!doctype html>\n<bdi>${shown}</bdi>`)
})
