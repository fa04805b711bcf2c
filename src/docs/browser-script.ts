// The only script of the documentation: it asks for sections while someone types, and copies examples. Pages work
// without it, and then have neither a search field nor buttons.
import { hashOf } from '../pages/parts/style.ts'

export const script = `(()=>{const d=document,form=d.querySelector('.find'),box=form.querySelector('input'),
list=form.querySelector('.found'),say=form.querySelector('[role=status]');form.hidden=false;let latest=0;
const part=(name,text,more)=>Object.assign(d.createElement(name),{textContent:text,...more});
const show=async()=>{const own=++latest,query=box.value.trim();
if(!query){list.replaceChildren();say.textContent='';return}
const found=await fetch('/docs/search.json?q='+encodeURIComponent(query)).then(r=>r.ok?r.json():null).catch(()=>null);
if(own!==latest)return;
say.textContent=found?found.length+(found.length===1?' result':' results'):'';
list.replaceChildren(...(found??[]).map(({address,name,excerpt})=>{const item=d.createElement('li'),
link=part('a','',{href:address});link.append(part('b',name),part('span',excerpt));item.append(link);return item}));
if(!found?.length)list.append(part('li',found?'No results':'The search does not respond.',{className:'none'}))};
box.addEventListener('input',show);
form.addEventListener('submit',event=>{event.preventDefault();const first=list.querySelector('a');
if(first){location.href=first.href;list.replaceChildren()}});
form.addEventListener('keydown',event=>{const links=[...list.querySelectorAll('a')],at=links.indexOf(d.activeElement);
if(event.key==='Escape'){box.value='';show();box.focus()}
else if(event.key==='ArrowDown'||event.key==='ArrowUp'){event.preventDefault();
const to=at+(event.key==='ArrowDown'?1:-1);(links[to]??(to<0?box:links.at(-1)??box)).focus()}});
d.addEventListener('keydown',event=>{if(event.key==='/'&&!event.ctrlKey&&!event.metaKey&&!event.altKey&&
!event.target.closest('input,textarea,select')){event.preventDefault();box.focus()}});
d.addEventListener('click',event=>{if(!form.contains(event.target)||event.target.closest('.found a'))
list.replaceChildren()});
const copy=async code=>{try{await navigator.clipboard.writeText(code.textContent)}catch{
getSelection().selectAllChildren(code);d.execCommand('copy');getSelection().removeAllRanges()}};
for(const pre of d.querySelectorAll('.code pre')){const button=part('button','Copy',{type:'button',className:'copy'});
button.onclick=async()=>{await copy(pre.firstChild);button.textContent='Copied';
setTimeout(()=>button.textContent='Copy',2000)};pre.parentNode.append(button)}})()`
export const scriptHash = hashOf(script)
