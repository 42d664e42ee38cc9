import { useId, useLayoutEffect } from 'hono/jsx/dom'
import type { Api } from '../../shared/api.ts'
import { troubleOf } from '../parts/trouble.ts'
import { useWork } from '../parts/asking.ts'
import { Icon } from '../parts/icon.tsx'
import { useState } from '../parts/state.ts'
import { numberOf } from '../parts/words.ts'
import { editorWords } from '../words/en/editor.ts'
import { termsWords } from '../words/en/terms.ts'
import { putPicture } from './picture.ts'

export interface Cover {
  coverUrl: string
  accent?: number | null
}

const isPicture = (file: File) => file.type.startsWith('image/')

/**
 * Uploads a picture that the user drops, pastes or chooses. Without a picture, the event page shows a generated poster.
 */
export const CoverField = ({
  api,
  slug,
  label = editorWords().cover.label,
  url,
  set,
  fault,
  takesPasted = true,
}: {
  api: Api
  slug: string
  label?: string
  url: string
  set: (cover: Cover) => void
  fault: string | null
  /** Whether this field handles the page's `paste` event. At most one field per screen may do so. */
  takesPasted?: boolean
}) => {
  const words = editorWords().cover
  const id = useId()
  const work = useWork()
  const [isOver, hover] = useState(false)
  const [said, say] = useState<{ words: string; accent: number | null } | null>(null)
  const take = (file: File | undefined) => {
    if (file === undefined) return
    void work.run(async () => {
      const { image, accent } = await putPicture(api, slug, file)
      say({
        words: words.uploaded(numberOf(image.width), numberOf(image.height), numberOf(Math.ceil(image.bytes / 1000))),
        accent,
      })
      set({ coverUrl: image.url })
    })
  }
  useLayoutEffect(() => {
    if (!takesPasted) return undefined
    const pasted = (event: ClipboardEvent) => take([...(event.clipboardData?.files ?? [])].find(isPicture))
    document.addEventListener('paste', pasted)
    return () => document.removeEventListener('paste', pasted)
  }, [slug])
  return (
    <div class="field">
      <label for={id}>
        {label} <span class="soft aside">{termsWords().optional}</span>
      </label>
      <div
        class={isOver ? 'drop over' : 'drop'}
        onDragOver={(event: DragEvent) => {
          event.preventDefault()
          hover(true)
        }}
        onDragLeave={() => hover(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          hover(false)
          take([...(event.dataTransfer?.files ?? [])].find(isPicture))
        }}
      >
        {url === '' ? (
          <Icon name="picture" />
        ) : (
          <img src={url} alt="" width="64" height="64" referrerpolicy="no-referrer" />
        )}
        <div class="grow">
          {/* The input is invisible and covers the zone, so that a click anywhere in it opens the file dialog. */}
          <input
            id={id}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-describedby={`${id}-about`}
            onInput={(event: Event) => take((event.currentTarget as HTMLInputElement).files?.[0])}
          />
          <b aria-hidden="true">{url === '' ? words.choose : words.replace}</b>
          <p class="hint" id={`${id}-about`} role="status">
            {work.isUnderWay ? words.uploading : (said?.words ?? (takesPasted ? words.hint : words.logoHint))}
          </p>
          {work.isUnderWay && <progress key="progress" aria-label={words.uploading} />}
        </div>
        {said !== null && said.accent !== null && (
          <button type="button" class="button plain" onClick={() => set({ coverUrl: url, accent: said.accent })}>
            <span class={`swatch hued hue-${String(said.accent)}`} /> {words.useColour}
          </button>
        )}
        {url !== '' && (
          <button
            type="button"
            class="button bare"
            onClick={() => {
              say(null)
              set({ coverUrl: '' })
            }}
          >
            {words.remove}
          </button>
        )}
      </div>
      {url !== '' && (
        <figure class="as-link" key="link">
          <img src={url} alt="" width="240" height="126" referrerpolicy="no-referrer" />
          <figcaption class="hint">{words.linkPreview}</figcaption>
        </figure>
      )}
      {(fault !== null || work.error !== null) && (
        <p class="fault" role="alert">
          <Icon name="warn" /> {fault ?? troubleOf(work.error)}
        </p>
      )}
    </div>
  )
}
