import { raw } from 'hono/html'

/** Data for the page's own script. No text in it can end the element or begin a comment. */
export const DataBlock = ({ id, value, type = 'application/json' }: { id: string; value: unknown; type?: string }) => (
  <script type={type} id={id}>
    {raw(JSON.stringify(value).replaceAll('<', '\\u003c'))}
  </script>
)
