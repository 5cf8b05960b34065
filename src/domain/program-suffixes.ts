/** Never stored by the server, whatever the settings say: they run on a visitor's or on our machine. Source: readings 5.11. */
export const PROGRAM_SUFFIXES: ReadonlySet<string> = new Set(
  'exe,com,bat,cmd,msi,msp,scr,pif,cpl,dll,sys,vbs,vbe,js,jse,mjs,cjs,ws,wsf,wsh,ps1,psm1,sh,bash,zsh,csh,php,phtml,phar,jsp,jspx,asp,aspx,cgi,pl,py,rb,jar,war,class,apk,ipa,app,deb,rpm,htaccess,lnk,reg,hta,html,htm,xhtml,shtml,svgz'.split(
    ',',
  ),
);
