import type { Api } from '../../shared/api.ts'
import { TextField } from '../parts/fields.tsx'
import type { Draft } from './draft.ts'

/** The picture of an event, which stands somewhere already; without one the house draws a poster. */
export const CoverField = ({
  draft,
  set,
  fault,
}: {
  api: Api
  slug: string
  draft: Draft
  set: (changes: Partial<Draft>) => void
  fault: string | null
}) => (
  <TextField
    label="Cover"
    aside="optional"
    type="url"
    placeholder="https://…"
    value={draft.coverUrl}
    set={(coverUrl) => set({ coverUrl })}
    hint="The address of a picture. Without one we draw a poster from the title."
    fault={fault}
  />
)
