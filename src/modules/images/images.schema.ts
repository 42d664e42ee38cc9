import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { InstantOutput, PageQuery } from '../../kernel/wire.ts'

export const Image = lazy(() =>
  z
    .object({
      id: z.string(),
      url: z.string().describe('URL to use as `coverUrl` or `avatarUrl`. Its content never changes.'),
      mediaType: z.string(),
      width: z.int().describe('Width in pixels, after correcting the orientation.'),
      height: z.int(),
      bytes: z.int(),
      wideUrl: z.string().nullable().describe('URL of the 1200 × 630 link preview. Null until it is uploaded.'),
      createdAt: InstantOutput(),
    })
    .meta({ id: 'Image' }),
)

export const ImageListQuery = lazy(() => PageQuery())
