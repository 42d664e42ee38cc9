/**
 * What a website pastes: it puts a frame where its tag stands and keeps it as tall as the list inside says.
 * Only messages of that very frame and of the service's own origin are heard.
 */
export const EMBED_SCRIPT = `(()=>{
const tag=document.currentScript,{calendar,title,...rest}=tag?tag.dataset:{};
if(!calendar)return console.error("embed.js needs data-calendar");
const url=new URL("calendars/"+encodeURIComponent(calendar)+"/embed",tag.src);
for(const name of["theme","accent","locale","tz","limit","compact","tag"])if(name in rest)url.searchParams.set(name,rest[name]||"true");
const frame=document.createElement("iframe");
frame.title=title||"Events";
frame.loading="lazy";
frame.setAttribute("sandbox","allow-scripts allow-popups allow-same-origin");
frame.style.cssText="border:0;width:100%;display:block;height:480px;color-scheme:"+({light:"light",dark:"dark"}[rest.theme]||"light dark");
frame.src=url.href;
addEventListener("message",({source,origin,data})=>{
if(source!==frame.contentWindow||origin!==url.origin||!data||data.type!=="event-calendar:height")return;
const height=Math.min(Math.max(Math.ceil(Number(data.height))||0,80),20000)+"px";
if(frame.style.height!==height)frame.style.height=height});
tag.after(frame)})();
`
