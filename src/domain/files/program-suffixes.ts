/** Never stored by the server, whatever the settings say: they run on a visitor's or on our machine. Source: readings 5.11. */
export const PROGRAM_SUFFIXES: ReadonlySet<string> = new Set(
  'exe,com,bat,cmd,msi,msp,scr,pif,cpl,dll,sys,vbs,vbe,js,jse,mjs,cjs,ws,wsf,wsh,ps1,psm1,sh,bash,zsh,csh,php,phtml,phar,jsp,jspx,asp,aspx,cgi,pl,py,rb,jar,war,class,apk,ipa,app,deb,rpm,htaccess,lnk,reg,hta,html,htm,xhtml,shtml,svgz'.split(
    ',',
  ),
);

/** Whether a file of this name would be a program; systems that strip dots and spaces from the end of names are not fooled by them. */
export function isProgramName(name: string): boolean {
  const parts = name.split('.').map((part) => part.trim().toLowerCase());
  const last = parts.findLastIndex((part) => part !== '');
  return last > 0 && PROGRAM_SUFFIXES.has(parts[last] ?? '');
}
