import { lazy } from '../../kernel/lazy.ts'
import { LOCALES } from '../../kernel/vocabulary.ts'
import { languageOf } from '../../words/words.ts'

const LIGHT =
  '--ink:#16181d;--soft:#5c626e;--line:#e6e7eb;--card:#fff;--wash:#f4f5f7;--accent:#2b4acb;--alert:#b3261e;--warn:#855300;--good:#1a6b3c;--page:transparent'
const DARK =
  '--ink:#f1f2f4;--soft:#a2a8b4;--line:#2d3038;--card:#17191f;--wash:#22252c;--accent:#9db2ff;--alert:#ff8f85;--warn:#f0bd62;--good:#7bd6a0;--page:#17191f'

/** All styles of the embedded list. The list loads no font or script. */
export const EMBED_STYLE = `
:root{${LIGHT};color-scheme:light}
[data-theme=dark]{${DARK};color-scheme:dark}
@media (prefers-color-scheme:dark){[data-theme=auto]{${DARK};color-scheme:dark}}
*{box-sizing:border-box;margin:0}
html{background:var(--page);-webkit-text-size-adjust:100%}
:lang(ar){line-height:1.65}
:lang(ja){word-break:auto-phrase}
body{font:400 16px/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;color:var(--ink);overflow-wrap:anywhere}
main{padding:4px 4px 12px;container-type:inline-size}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.whole{white-space:nowrap}
h2{font-size:.9375rem;font-weight:600;color:var(--soft);padding:22px 0 8px}
h2::first-letter{text-transform:uppercase}
h2:first-of-type{padding-top:8px}
article{position:relative;display:grid;grid-template-columns:3.75rem minmax(0,1fr) auto;gap:2px 16px;padding:16px 0}
article+article::before{content:"";position:absolute;inset:0 0 auto;border-top:1px solid var(--line)}
.day{grid-row:span 4;line-height:1.2}
.day b{display:block;font-size:1.5rem;font-weight:600;font-variant-numeric:tabular-nums}
.day span{display:block;font-size:.8125rem;color:var(--soft);white-space:nowrap}
h3{font-size:1.0625rem;font-weight:620;line-height:1.35;text-wrap:balance;display:-webkit-box;-webkit-line-clamp:3;line-clamp:3;-webkit-box-orient:vertical;overflow:hidden}
.place{padding:8px 0 0;font-size:.9375rem;color:var(--soft)}
h3 a{color:inherit;text-decoration:none}
h3 a::after{content:"";position:absolute;inset:0 -4px;border-radius:10px}
article:hover h3 a{color:var(--accent);text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:3px}
a:focus-visible{outline:none}
h3 a:focus-visible::after,footer a:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
.when{font-size:.9375rem;color:var(--soft);grid-column:2}
.when time{font-variant-numeric:tabular-nums}
.more{grid-column:2;font-size:.9375rem;color:var(--soft);margin-top:6px;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;line-clamp:2}
.tags{display:flex;flex-wrap:wrap;gap:4px 14px;margin-top:8px;grid-column:2}
.price,.state{font-size:.8125rem;font-weight:600;line-height:1.4}
.price{font-variant-numeric:tabular-nums}
.state{display:inline-flex;align-items:center;gap:6px;color:var(--soft)}
.state::before{content:"";width:8px;height:8px;border-radius:50%;border:2px solid currentcolor}
.state.few,.state.now{color:var(--warn)}.state.few::before,.state.now::before{background:currentcolor}
.state.now{color:var(--good)}
.state.onRequest{color:var(--accent)}
.state.cancelled{color:var(--alert)}.state.cancelled::before{height:0;border-width:1px;border-radius:0}
img{grid-column:3;grid-row:1/span 5;width:132px;height:auto;aspect-ratio:4/3;object-fit:cover;object-position:50% 25%;border-radius:10px;background:var(--wash);align-self:start}
.off img{filter:grayscale(1);opacity:.6}
.off h3,.off .when time{text-decoration:line-through;text-decoration-thickness:1px;color:var(--soft)}
.compact article{padding-block:10px}
.compact .more,.compact img,.compact .tags .price{display:none}
.compact .day b{font-size:1.25rem}
.none{padding:40px 0;text-align:center;color:var(--soft)}
footer{padding:14px 0 0;font-size:.875rem}
footer a{color:var(--accent);text-decoration:none;font-weight:550;border-radius:4px}
footer a:hover{text-decoration:underline;text-underline-offset:3px}
@container (max-width:30rem){article{grid-template-columns:3rem minmax(0,1fr) auto;gap:2px 12px}img{width:64px;aspect-ratio:1}.more{-webkit-line-clamp:3;line-clamp:3}}
`

/**
 * Keeps the frame transparent, and reports the height of the list to the embedding page. If the page's colour scheme
 * differs from the frame's, the browser paints an opaque background itself. The height does not depend on the size of
 * the frame, so resizing the frame cannot cause a loop.
 */
export const EMBED_HEIGHT_SCRIPT = `(()=>{if(parent!==window)document.documentElement.style.background="none";let sent=0;const list=document.querySelector("main"),say=()=>{const height=Math.ceil(list.getBoundingClientRect().bottom+scrollY);if(height===sent||parent===window)return;sent=height;parent.postMessage({type:"event-calendar:height",height},"*")};new ResizeObserver(say).observe(list);addEventListener("load",say)})()`

/** The name of the frame for screen readers, in the language of the list or of the page. */
const frameTitles = () => Object.fromEntries(LOCALES.map((locale) => [locale, languageOf(locale).words.embed.events]))

/**
 * The script that websites include (`embed.js`). It inserts an iframe after its own tag and keeps the iframe as tall as
 * the list reports. Without `data-theme`, the theme follows the background behind the tag rather than the reader's
 * device. The script accepts messages only from that iframe and from the service's origin.
 */
export const embedScript = lazy(
  () => `(()=>{
const tag=document.currentScript,{calendar,title,...rest}=tag?tag.dataset:{};
if(!calendar)return console.error("embed.js needs data-calendar");
const url=new URL((/\\/api\\/embed\\.js/.test(tag.src)?"":"api/")+"calendars/"+encodeURIComponent(calendar)+"/embed",tag.src);
for(const name of["theme","accent","locale","tz","limit","compact","tag"])if(name in rest)url.searchParams.set(name,rest[name]||"true");
const look=node=>getComputedStyle(node),ground=()=>{
for(let node=tag.parentElement;node;node=node.parentElement){
const[,red,green,blue,cover]=/^rgba?\\((\\d+), (\\d+), (\\d+)(?:, ([\\d.]+))?/.exec(look(node).backgroundColor)||[];
if(red!==undefined&&!(cover<.5))return.299*red+.587*green+.114*blue<128?"dark":"light"}
const scheme=look(document.documentElement).colorScheme;
return/dark/.test(scheme)&&(!/light/.test(scheme)||matchMedia("(prefers-color-scheme:dark)").matches)?"dark":"light"};
const theme=/^(light|dark)$/.test(rest.theme)?rest.theme:ground();
url.searchParams.set("theme",theme);
const frame=document.createElement("iframe");
const titles=${JSON.stringify(frameTitles())};
frame.title=title||titles[(rest.locale||document.documentElement.lang||"en").slice(0,2).toLowerCase()]||titles.en;
frame.loading="lazy";
frame.setAttribute("sandbox","allow-scripts allow-popups allow-same-origin");
frame.style.cssText="border:0;width:100%;display:block;height:480px;color-scheme:"+theme;
frame.src=url.href;
addEventListener("message",({source,origin,data})=>{
if(source!==frame.contentWindow||origin!==url.origin||!data||data.type!=="event-calendar:height")return;
const height=Math.min(Math.max(Math.ceil(Number(data.height))||0,80),20000)+"px";
if(frame.style.height!==height)frame.style.height=height});
tag.after(frame)})();
`,
)
